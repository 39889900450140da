// A bot in JavaScript: it reads questions as lines of JSON and prints its answers.
//
// Try it: broodfall sim relay -n 5 --marines 'exec:node examples/bots/node_stdio.mjs'

import { createInterface } from "node:readline";

const ATTACKS = new Set(["shoot", "fight"]);

const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");

// The first attack there is, or any option; the question's seed makes it the same choice every time.
function choose({ options, seed }) {
  const attack = options.find(({ action }) => ATTACKS.has(action.type));
  return attack ? attack.index : seed % options.length;
}

for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  if (line.type === "hello") {
    say({ type: "hello", protocol: 1, name: "node_stdio", events: false });
  } else if (line.type === "decide") {
    say({ type: "answer", index: choose(line) });
  } else if (line.type === "error") {
    console.error("the game says:", line.message);
  } else if (line.type === "quit") {
    process.exit(0);
  }
}

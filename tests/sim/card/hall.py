"""A small position between bots: two troopers, two creatures, an exit across the hall."""

HALL = """
board = '''
##############
#M...........#
#A...........#
#.......#....#
#.......#..gg#
##############
'''
rounds = 4
[sides.marines]
objective = { kind = "exit", n = 2 }
[sides.hive]
[zones]
exit = [[12, 1, 12, 2]]
[legend.M]
kind = "rifle"
[legend.A]
kind = "rifle"
[legend.g]
kind = "gaunt"
"""

@test 1 == 1
local_check(4)

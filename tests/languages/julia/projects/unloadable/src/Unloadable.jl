module Unloadable

half(x = x / 2

end

module Flags
end

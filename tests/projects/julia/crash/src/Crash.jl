module Crash
end

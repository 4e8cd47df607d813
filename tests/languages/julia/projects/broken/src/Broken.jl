module Broken
end

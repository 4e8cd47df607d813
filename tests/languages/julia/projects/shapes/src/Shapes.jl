module Shapes
end

module Names
end

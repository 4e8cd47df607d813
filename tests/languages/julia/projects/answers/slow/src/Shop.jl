module Shop

wait_for(delivery) = take!(delivery)

end

const slots = ["morning", "noon", "evening"]

"The part of the day in which an order of this hour is delivered."
slot(hour) = slots[hour ÷ 6]

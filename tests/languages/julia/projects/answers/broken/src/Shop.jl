module Shop

half(n) = n ÷ 2

double(n = 2 * n

end

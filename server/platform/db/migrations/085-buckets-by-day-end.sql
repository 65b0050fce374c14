-- The classes of days past due begin a day earlier, as RBI counts: the ends of months are computed anew.
DELETE FROM portfolio_month_end;

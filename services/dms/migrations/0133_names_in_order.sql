-- Why:   documents are sorted by name as people do: "item 9" before "item 10", Latin before Chinese, Chinese by its sounds,
--        whatever the locale of the server. It is the order of the console's own lists.
-- Step:  expand.
-- Locks: none.
create collation by_name (provider = icu, locale = 'zh-u-kn-kr-latn-hani');

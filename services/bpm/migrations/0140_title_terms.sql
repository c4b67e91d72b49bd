-- Why:   whoever searches their inbox for a part of a title finds it without reading the titles of a whole tenant. What
--        is indexed are all runs of three characters: they need no extension of PostgreSQL, which not every database
--        has or lets its owner create, and they find parts of Chinese titles as of any other.
-- Step:  expand. The index of 0141 uses the first function, searches use both.
-- Locks: none, the functions are new.

-- The runs of a title, with the end of its tenant's id before each: no search reads what the index has of
-- others. Shorter runs at the end let it find one or two characters, as the beginning of a run.
-- Costly on purpose: a plan that computes it for rows, rather than looking it up, is the wrong one.
create function title_terms(tenant_id uuid, title text) returns tsvector
  language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  tenant text := right(tenant_id::text, 8);
  folded text := lower(title);
  terms text[] := '{}';
begin
  for start in 1 .. char_length(folded) loop
    terms := terms || (tenant || substr(folded, start, 3));
  end loop;
  return array_to_tsvector(terms);
end
$$;

-- What a title has to have that has this in it. The runs of the first 40 characters are enough to find few: the
-- search looks at the titles themselves afterwards.
create function title_query(tenant_id uuid, part text) returns tsquery
  language plpgsql immutable strict parallel safe as $$
declare
  tenant text := right(tenant_id::text, 8);
  folded text := left(lower(part), 40);
  -- Nothing ends the quotation but its quotation mark.
  quoted text[] := '{}';
begin
  for start in 1 .. greatest(char_length(folded) - 2, 1) loop
    quoted := quoted || ('''' || replace(replace(tenant || substr(folded, start, 3), '\', '\\'), '''', '''''') || '''');
  end loop;
  return (array_to_string(quoted, ' & ') || case when char_length(folded) < 3 then ':*' else '' end)::tsquery;
end
$$;

import { sql } from 'kysely'
import type { Variables } from '../../core/variables.ts'

/**
 * The values of the key fields, for statements that join `version` to `instance`: of the variables,
 * which may be many, a list takes no others. Null where there are none.
 */
export const keyValues = sql<Variables | null>`case when version.key_fields <> '[]'::jsonb then (
  select jsonb_object_agg(name, instance.variables -> name)
  from jsonb_to_recordset(version.key_fields) as field (variable text, "currencyVariable" text),
    unnest(array[field.variable, field."currencyVariable"]) as name
  where instance.variables ? name
) end`

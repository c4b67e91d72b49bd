import type { RawBuilder } from 'kysely'
import { columnsOf, secretColumnsOf, type PersonalData } from '../people/personal-data.ts'

/** What of a table goes with a tenant that is exported, and what with one that is erased. */
export type TenantTable = Exported & {
  /**
   * Of a tenant that is erased: which rows `t` go, where they are not those of its `tenant_id` or `of`; or what
   * becomes of them instead. What has no tenant and is left out stays.
   */
  readonly erased?:
    { readonly of: (tenantId: string) => RawBuilder<unknown> } | { readonly apart: string }
  /** A column that is emptied before, where two tables refer to each other. */
  readonly unlink?: string
}

type Exported =
  | {
      /** Columns with keys and hashes, or which are nothing outside of this database: never exported. */
      readonly secret?: readonly string[]
      /** Whose the rows `t` are, where no column `tenant_id` says it. */
      readonly of?: (tenantId: string) => RawBuilder<unknown>
    }
  | {
      /** Why nothing of it is exported. */
      readonly leftOut: string
    }

/** Every table of a service; a test holds it against the migrated database. */
export type TenantData = Readonly<Record<string, TenantTable>>

/**
 * The tables of a map of personal data that have the tenant in them: exported but for what is secret there.
 * What else a service says of a table stands for what this says.
 */
export const tenantTablesOf = (data: PersonalData): TenantData =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([, table]) => columnsOf(table).includes('tenant_id'))
      .map(([name, table]) => [name, { secret: secretColumnsOf(table) }]),
  )

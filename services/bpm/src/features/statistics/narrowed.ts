import { sql, type RawBuilder } from 'kysely'

/** Which approvals figures are of: all of the tenant, or those of a business type or a process. */
export interface Narrowing {
  readonly bizType: string | undefined
  readonly definitionKey: string | undefined
}

/** A further condition on rows that are named `instance`. */
export function narrowed(
  tenantId: string,
  { bizType, definitionKey }: Narrowing,
): RawBuilder<unknown> {
  const ofType = bizType === undefined ? sql`` : sql`and instance.biz_type = ${bizType}`
  const ofProcess =
    definitionKey === undefined
      ? sql``
      : sql`and instance.definition_id in (
          select version.id from definitions as version
          where version.tenant_id = ${tenantId} and version.key = ${definitionKey})`
  return sql`${ofType} ${ofProcess}`
}

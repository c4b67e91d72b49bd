import type { ServiceCaller } from '../../../../callers.ts'
import type { Deps } from '../../../../deps.ts'
import { problems } from '../../../../problems.ts'
import { findBizType } from '../../../../runtime/load/biz-types.ts'
import type { RecordTemplate } from '../print/template.ts'
import { findRecordTemplate, putRecordTemplate } from './queries.ts'

async function getOwned({ db }: Pick<Deps, 'db'>, owner: ServiceCaller, code: string) {
  const row = await findBizType(db, owner.tenantId, code)
  if (row === undefined || row.ownerClientId !== owner.clientId) throw problems.not_found()
  return row
}

/** @throws `bpm.not_found` (404) for a business type of others. */
export async function readRecordTemplate(
  deps: Pick<Deps, 'db'>,
  owner: ServiceCaller,
  code: string,
): Promise<RecordTemplate> {
  await getOwned(deps, owner, code)
  return (await findRecordTemplate(deps.db, owner.tenantId, code)) ?? {}
}

/**
 * Replaces how records of a business type are printed.
 *
 * @throws `bpm.not_found` (404) for a business type of others; `bpm.variables_invalid` (422) for a field that it
 *   does not declare.
 */
export async function replaceRecordTemplate(
  deps: Pick<Deps, 'db' | 'now'>,
  owner: ServiceCaller,
  { code, template }: { code: string; template: RecordTemplate },
): Promise<void> {
  const { variables } = await getOwned(deps, owner, code)
  const declared = new Set(variables.map(({ name }) => name))
  const errors = (template.fields ?? []).flatMap(({ name }, index) =>
    declared.has(name)
      ? []
      : [
          {
            pointer: `/fields/${index}/name`,
            code: 'undeclared',
            detail: `${name} is not declared`,
          },
        ],
  )
  if (errors.length > 0) throw problems.variables_invalid({ errors })
  const { tenantId } = owner
  await putRecordTemplate(deps.db, tenantId, { bizType: code, template, at: deps.now() })
}

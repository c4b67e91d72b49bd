import type { App } from '@countersign/service-kit/http'
import { closed, Nullable } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { importUsers } from './import-users.ts'
import { readCsv } from './read-csv.ts'

const ImportReport = closed({
  created: Type.Integer(),
  refused: Type.Integer(),
  errors: Type.Array(
    closed({
      line: Type.Integer({ description: 'Last line of the row, the header being the first.' }),
      column: Nullable(Type.String()),
      code: Type.String(),
      detail: Type.String(),
    }),
  ),
})

/** Many accounts from one file. */
export async function addUserImportRoute(parent: App, deps: Deps): Promise<void> {
  await parent.register(async (plain) => {
    const app = plain as App
    app.addContentTypeParser(
      'text/csv',
      { parseAs: 'string' },
      async (_request: unknown, body: unknown) => body,
    )
    app.post(
      '/api/iam/v1/users/import',
      {
        config: { caller: 'user', permission: 'iam:user:write' },
        schema: {
          operationId: 'importUsers',
          summary: 'Make accounts from a CSV file; rows that do not fit are reported',
          description:
            'Columns: username, displayName, and email, password, department (code), post, roles (codes separated by semicolons) where wanted. Up to 500 rows. Department, post and roles are for who holds iam:member:write. Good rows are kept whatever happens to the others.',
          tags: ['users'],
          consumes: ['text/csv'],
          body: Type.String({ description: 'CSV (RFC 4180) with a header line, as text/csv.' }),
          response: { 200: ImportReport },
        },
      },
      async (request) => {
        const report = await importUsers(deps, claimantOf(request), await readCsv(request.body))
        return { ...report, errors: report.errors.map((fault) => ({ ...fault })) }
      },
    )
  })
}

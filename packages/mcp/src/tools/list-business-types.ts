import type { BpmService } from '@countersign/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { Limit, PageCursor } from './arguments.ts'
import { answer, orRefusal } from './result.ts'

type BizType = Awaited<ReturnType<BpmService['getBizType']>>
type Variable = BizType['variables'][number]

export function addListBusinessTypes(server: McpServer, bpm: BpmService): void {
  server.registerTool(
    'list_business_types',
    {
      title: 'List what can be asked for',
      description:
        'What approvals can be about, with a JSON Schema of the variables that start_approval takes for each. ' +
        'A type with `start: "permit"` is started by its application alone.',
      inputSchema: z.strictObject({ limit: Limit, cursor: PageCursor }),
      annotations: { readOnlyHint: true },
    },
    ({ limit, cursor }, { signal }) =>
      orRefusal(async () => {
        const query = { limit, ...(cursor === undefined ? {} : { cursor }) }
        const page = await bpm.listBizTypes({ query }, { signal })
        const items = page.items.map(({ code, name, start, variables }) => ({
          bizType: code,
          name,
          start,
          form: toSchema(variables),
        }))
        return answer({ items, nextCursor: page.nextCursor })
      }),
  )
}

const schemas: Readonly<Record<Variable['type'], object>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', description: 'YYYY-MM-DD, or an RFC 3339 date-time.' },
  user: { type: 'string', format: 'uuid', description: 'The id of a person.' },
  users: { type: 'array', items: { type: 'string', format: 'uuid' }, uniqueItems: true },
}

/** JSON Schema 2020-12 of the variables that a business type declares. */
export function toSchema(variables: readonly Variable[]) {
  const properties = variables.map(({ name, type, label }) => [
    name,
    label === undefined ? schemas[type] : { title: label, ...schemas[type] },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, object>,
    required: variables.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  }
}

import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { serviceOf } from '../../../../callers.ts'
import type { Deps } from '../../../../deps.ts'
import { RecordTemplate } from '../print/template.ts'
import { readRecordTemplate, replaceRecordTemplate } from './replace.ts'

const path = '/internal/v1/bpm/biz-types/:code/record-template'
const config = { caller: 'service', scopes: [SCOPES.registerBizTypes] } as const
const tags = ['business types']
const params = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) })

/** How the owner of a business type wants its records printed. */
export function addRecordTemplateRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getRecordTemplate',
        summary: 'How records of an own business type are printed; empty without a template',
        tags,
        params,
        response: { 200: RecordTemplate },
      },
    },
    async (request) => readRecordTemplate(deps, serviceOf(request), request.params.code),
  )

  app.put(
    path,
    {
      config,
      schema: {
        operationId: 'replaceRecordTemplate',
        summary: 'Replace how records of an own business type are printed',
        tags,
        params,
        body: RecordTemplate,
        response: { 200: RecordTemplate },
      },
    },
    async (request) => {
      const template = request.body
      await replaceRecordTemplate(deps, serviceOf(request), { ...request.params, template })
      return template
    },
  )
}

import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import type { Deps } from '../../deps.ts'
import { changeScanPolicy, readScanPolicy } from './policy.ts'
import { ScanPolicyBody, ScanPolicyView } from './schema.ts'

const config = { caller: 'user', permission: 'dms:document:admin' } as const

export async function addScanPolicyRoutes(app: App, deps: Deps): Promise<void> {
  app.get(
    '/api/dms/scan-policy',
    {
      config,
      schema: {
        operationId: 'getScanPolicy',
        summary: 'What the tenant does with files that no scanner has found clean',
        response: { 200: ScanPolicyView },
      },
    },
    async (request, reply) => {
      const view = await readScanPolicy(deps, tenantCaller(request).tenantId)
      tagRevision(reply, view)
      return view
    },
  )

  app.put(
    '/api/dms/scan-policy',
    {
      config,
      schema: {
        operationId: 'changeScanPolicy',
        summary: 'Say what the tenant does with files that no scanner has found clean',
        body: ScanPolicyBody,
        response: { 200: ScanPolicyView },
      },
    },
    async (request, reply) => {
      const { policy, revision: inBody } = request.body
      const revision = readRevision(request, inBody)
      const view = await changeScanPolicy(deps, tenantCaller(request), policy, revision)
      tagRevision(reply, view)
      return view
    },
  )
}

import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Reply } from './support/api.ts'
import { uploadFile, type Uploaded } from './support/documents.ts'
import { makePdf } from './support/pdf.ts'
import { userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

const instances = '/api/bpm/v1/process-instances'
let employee: string
let foreign: Uploaded

beforeAll(async () => {
  employee = await tokenOf('employee')
  foreign = await uploadFile(await tokenOf('admin'), 'secret.pdf', makePdf(2_000))
})

/** As the document service would start it, about a document that the sender never saw. */
const invented = () => ({
  bizType: 'dms.document',
  bizId: foreign.versionId,
  title: 'Please approve',
  idempotencyKey: crypto.randomUUID(),
  variables: {
    documentId: foreign.documentId,
    versionId: foreign.versionId,
    versionNo: 1,
    fileName: 'harmless.pdf',
    sha256: '0'.repeat(64),
  },
})

const codeOf = ({ status, body }: Reply) => [status, body['code']]

describe('an approval about a document', () => {
  it('is started by nobody on their own, with whatever they say of it', async () => {
    const json = invented()

    const refused = await call('POST', instances, { token: employee, json })
    const guessed = await call('POST', instances, {
      token: employee,
      json: { ...json, permit: 'x'.repeat(43) },
    })

    expect(codeOf(refused)).toEqual([403, 'bpm.permit_required'])
    expect(codeOf(guessed)).toEqual([403, 'bpm.permit_invalid'])
  })

  it('is permitted by no other application', async () => {
    const { id, tenantId } = userNamed('employee')
    const { bizType, bizId } = invented()
    const json = {
      initiator: id,
      bizType,
      bizId,
      contentHash: 'A'.repeat(43),
      expiresInSeconds: 60,
    }
    const scopes = ['bpm.instance.write', `tenant:${tenantId}`]
    const token = await serviceToken('sample', scopes)

    const asked = await call('POST', '/internal/v1/bpm/start-permits', { token, json })
    const byUser = await call('POST', '/internal/v1/bpm/start-permits', { token: employee, json })

    expect(codeOf(asked)).toEqual([404, 'bpm.biz_type_unknown'])
    expect(codeOf(byUser)).toEqual([403, 'auth.service_required'])
  })

  it('is started by the document service for whoever may change the document', async () => {
    const path = (documentId: string) => `/api/dms/documents/${documentId}/approval`
    const own = await uploadFile(employee, 'own.pdf', makePdf(2_000))
    const json = { title: 'Please approve', requestKey: crypto.randomUUID() }
    const bind = ({ documentId, versionId }: Uploaded) =>
      call('POST', path(documentId), { token: employee, json: { ...json, versionId } })

    const [bound, again, notMine] = [await bind(own), await bind(own), await bind(foreign)]

    expect([bound.status, bound.body['status']]).toEqual([201, 'BOUND'])
    expect([again.status, again.body['instanceId']]).toEqual([200, bound.body['instanceId']])
    expect(notMine.status).toBe(404)
  })
})

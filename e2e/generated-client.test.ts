import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { paths as Bpm } from '@countersign/client/bpm'
import type { paths as Dms } from '@countersign/client/dms'
import createClient from 'openapi-fetch'
import openapi, { astToString } from 'openapi-typescript'
import { expect, it, onTestFinished } from 'vitest'
import { startBody } from './support/approvals.ts'
import { platform } from './support/platform.ts'
import { tokenOf } from './support/sign-in.ts'

/*
 * What a public generator makes of the documents (openapi-typescript; the client is openapi-fetch,
 * which takes only what they declare). That it compiles is half of the test: with the types that we
 * publish in every check, and here with those of the documents as they are served.
 */

const repository = fileURLToPath(new URL('../', import.meta.url))

it('what follows compiles with the types that a public generator makes of what is served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const service of ['bpm', 'dms']) {
    const served = await fetch(`${platform().baseUrl}/docs/${service}/openapi.json`)
    await writeFile(
      join(folder, `${service}.d.ts`),
      astToString(await openapi(await served.text())),
    )
  }
  const compilerOptions = {
    noEmit: true,
    listFiles: true,
    allowImportingTsExtensions: true,
    typeRoots: [join(repository, 'node_modules/@types')],
    paths: { '@countersign/client/*': ['./*.d.ts'] },
  }
  const project = {
    extends: join(repository, 'tsconfig.base.json'),
    compilerOptions,
    files: [fileURLToPath(import.meta.url)],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  const compiled = promisify(execFile)(process.execPath, [compiler, '-p', folder])
  const { stdout } = await compiled.catch(({ stdout }: { stdout: string }) => ({ stdout }))
  expect(stdout).not.toContain('error TS')
  for (const service of ['bpm', 'dms']) expect(stdout).toContain(join(folder, `${service}.d.ts`))
})

const clientOf = async <P extends object>(username: string) =>
  createClient<P>({
    baseUrl: platform().baseUrl,
    headers: { authorization: `Bearer ${await tokenOf(username)}` },
  })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const asIs = (body: unknown) => body
const octets = { 'content-type': 'application/octet-stream' }

async function beginUpload(sizeBytes: number) {
  const dms = await clientOf<Dms>('employee')
  const body = { fileName: 'site.bin', sizeBytes, contentType: 'application/octet-stream' }
  const { data } = await dms.POST('/api/dms/uploads/initiate', { body })
  if (data === undefined) throw new Error('the upload did not begin')
  return { dms, upload: data }
}

it('a generated client uploads in parts, resumes, and downloads a range', async () => {
  const partBytes = (await beginUpload(1)).upload.partSizeBytes
  const bytes = new Uint8Array(randomBytes(2 * partBytes + 7))
  const { dms, upload } = await beginUpload(bytes.length)
  const path = { id: upload.id }
  const sendPart = (number: number) =>
    dms.PUT('/api/dms/uploads/{id}/parts/{number}', {
      params: { path: { ...path, number } },
      headers: octets,
      body: bytes.slice((number - 1) * partBytes, number * partBytes),
      bodySerializer: asIs,
    })

  expect((await sendPart(3)).data?.sizeBytes).toBe(7)
  const { data: stored } = await dms.GET('/api/dms/uploads/{id}/parts', { params: { path } })
  expect(stored?.items.map(({ number }) => number)).toEqual([3])
  await Promise.all([1, 2].map(sendPart))

  const sent = { params: { path }, body: { sha256: sha256(bytes) } }
  const { data: completed } = await dms.POST('/api/dms/uploads/{id}/complete', sent)
  const { data, response } = await dms.GET('/api/dms/versions/{versionId}/content', {
    params: {
      path: { versionId: completed?.versionId ?? '' },
      header: { Range: `bytes=${partBytes - 2}-${partBytes + 2}` },
    },
    parseAs: 'arrayBuffer',
  })
  expect(response.status).toBe(206)
  expect(new Uint8Array(data as ArrayBuffer)).toEqual(bytes.slice(partBytes - 2, partBytes + 3))
})

it('a generated client goes on where a stream of bytes broke off', async () => {
  const bytes = new TextEncoder().encode('half of it, and the other half')
  const { dms, upload } = await beginUpload(bytes.length)
  const path = { id: upload.id }
  const send = (from: number, to: number) =>
    dms.POST('/api/dms/uploads/{id}/content', {
      params: { path, header: { 'Upload-Offset': from } },
      headers: octets,
      body: bytes.slice(from, to),
      bodySerializer: asIs,
    })

  await send(0, 12)
  const { data: begun } = await dms.GET('/api/dms/uploads/{id}', { params: { path } })
  expect(begun?.receivedBytes).toBe(12)
  const { data: ended } = await send(begun?.receivedBytes ?? 0, bytes.length)
  expect(ended?.receivedBytes).toBe(bytes.length)
  const sent = { params: { path }, body: { sha256: sha256(bytes) } }
  const { data: completed } = await dms.POST('/api/dms/uploads/{id}/complete', sent)
  expect(completed?.sha256).toBe(sha256(bytes))
})

it('a generated client starts an approval, and another decides it', async () => {
  const employee = await clientOf<Bpm>('employee')
  const manager = await clientOf<Bpm>('manager')
  const body = startBody(platform().sampleApp.bizType, { amount: 20 })
  const { data: started } = await employee.POST('/api/bpm/v1/process-instances', { body })
  const findTask = async () => {
    const query = { box: 'todo', limit: 200 } as const
    const { data } = await manager.GET('/api/bpm/v1/tasks', { params: { query } })
    return data?.items.find(({ instance }) => instance.id === started?.id)?.taskNo
  }
  await expect.poll(findTask).toBeDefined()
  const { response } = await manager.POST('/api/bpm/v1/tasks/{taskNo}/approve', {
    params: { path: { taskNo: (await findTask()) ?? '' } },
    body: { comment: 'Fine' },
  })
  expect(response.status).toBe(200)
  const path = { id: started?.id ?? '' }
  const status = async () =>
    (await employee.GET('/api/bpm/v1/process-instances/{id}', { params: { path } })).data?.status
  await expect.poll(status).toBe('APPROVED')
})

// @module-tag poppler
// @module-tag ffmpeg
// @module-tag heif
// @module-tag libreoffice
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Deps } from '../../deps.ts'
import {
  DOCX,
  heic,
  linkedPicture,
  makeDocx,
  makePdf,
  makePng,
  makeZip,
  ODT,
} from '../../testing/files.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { renderDue } from './worker.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

async function render(
  bytes: Buffer,
  fileName: string,
  contentType: string,
  deps: Deps = setup.deps,
) {
  const made = await upload(setup, owner, bytes, { fileName, contentType })
  while ((await renderDue(deps)) > 0);
  return made
}

const get = (versionId: string, part: string, user = owner) =>
  call(setup, user, 'GET', `/api/dms/versions/${versionId}/${part}`)

const renditions = async (versionId: string) =>
  (await get(versionId, 'renditions')).body['items'] as { kind: string; status: string }[]

const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG'
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

async function markedReader(documentId: string): Promise<TestUser> {
  const reader = setup.makeUser()
  const principal = { kind: 'user', id: reader.id }
  const entries = [{ principal, allow: ['read'], watermark: true }]
  await call(setup, owner, 'PUT', `/api/dms/documents/${documentId}/acl`, {
    inherit: true,
    entries,
  })
  return reader
}

describe('a PDF', () => {
  it('[DMS-16] has a thumbnail, its text, and pages as pictures', async () => {
    const pdf = makePdf(['Agreement', 'Signatures'])
    const { versionId } = await render(pdf, 'a.pdf', 'application/pdf')

    expect(await renditions(versionId)).toMatchObject([
      { kind: 'preview', status: 'READY', contentType: 'application/pdf', pageCount: 2 },
      { kind: 'thumbnail', status: 'READY', contentType: 'image/png' },
      { kind: 'text', status: 'READY' },
    ])
    const thumbnail = await get(versionId, 'thumbnail')
    expect(thumbnail.headers).toMatchObject({
      'content-type': 'image/png',
      'accept-ranges': 'bytes',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
    expect(Math.max(...sizeOf(thumbnail.bytes))).toBe(320)
    expect((await get(versionId, 'text')).bytes.toString()).toMatch(/Agreement[^]*Signatures/)
    const page = await get(versionId, 'preview?page=2')
    expect([page.status, isPng(page.bytes)]).toEqual([200, true])
    expect((await get(versionId, 'preview?page=3')).status).toBe(404)
  })

  it('[DMS-07] is shown with a mark as pictures of its pages alone', async () => {
    const { documentId, versionId } = await render(makePdf(['x']), 'a.pdf', 'application/pdf')
    const reader = await markedReader(documentId)

    const marked = await get(versionId, 'preview', reader)
    const plain = await get(versionId, 'preview?page=1')

    expect(marked.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
    })
    expect(sizeOf(marked.bytes)).toEqual(sizeOf(plain.bytes))
    expect(marked.bytes.equals(plain.bytes)).toBe(false)
  })

  it('[DMS-09] is shown to the visitor of a marked share as marked pictures of its pages', async () => {
    const { documentId } = await render(makePdf(['x', 'y']), 'a.pdf', 'application/pdf')
    const shares = `/api/dms/documents/${documentId}/shares`
    const visit = async (terms: object) => {
      const body = { allowDownload: false, allowPreview: true, ...terms }
      const { token } = (await call(setup, owner, 'POST', shares, body)).body
      return (path = '') => call(setup, undefined, 'GET', `/api/dms/shares/${String(token)}${path}`)
    }
    const [marked, plain] = [await visit({ watermark: true, name: 'press' }), await visit({})]

    const preview = { status: 'READY', contentType: 'application/pdf', pageCount: 2 }
    expect((await marked()).body).toMatchObject({ watermark: true, preview })
    const [first, second] = [await marked('/preview'), await marked('/preview?page=2')]
    const unmarked = await plain('/preview?page=2')
    for (const { status, headers } of [first, second, unmarked]) {
      expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    }
    expect(sizeOf(second.bytes)).toEqual(sizeOf(unmarked.bytes))
    expect(second.bytes.equals(unmarked.bytes)).toBe(false)
    expect((await marked('/preview?page=3')).status).toBe(404)
    expect((await plain('/preview')).headers['content-type']).toBe('image/png')
    expect((await marked('/content')).status).toBe(403)
  })

  it('[DMS-16] that is none fails, and the service goes on', async () => {
    const { versionId } = await render(Buffer.from('%PDF-1.7\nno'), 'a.pdf', 'application/pdf')
    expect(await renditions(versionId)).toMatchObject([
      { kind: 'preview', status: 'FAILED', reason: expect.stringContaining('pdfinfo') as string },
      { kind: 'thumbnail', status: 'FAILED' },
      { kind: 'text', status: 'FAILED' },
    ])
    expect(await get(versionId, 'preview')).toMatchObject({
      status: 409,
      body: { code: 'dms.preview_unavailable', previewStatus: 'FAILED' },
    })
  })
})

describe('a picture', () => {
  it('[DMS-16] has a thumbnail, and a mark where the list asks for one', async () => {
    const { documentId, versionId } = await render(makePng(800, 400), 'a.png', 'image/png')
    const reader = await markedReader(documentId)

    const thumbnail = await get(versionId, 'thumbnail')
    const marked = await get(versionId, 'preview', reader)

    expect(sizeOf(thumbnail.bytes)).toEqual([320, 160])
    expect(sizeOf(marked.bytes)).toEqual([800, 400])
    const small = await get(versionId, 'thumbnail', reader)
    expect([small.status, sizeOf(small.bytes)]).toEqual([200, [320, 160]])
    expect(small.bytes.equals(thumbnail.bytes)).toBe(false)
    expect(small.headers['cache-control']).toBe('no-store')
    expect(marked.headers['content-type']).toBe('image/png')
  })

  it('[DMS-16] of a phone is shown as PNG, where the machine can, and says so where it cannot', async () => {
    const { versionId } = await render(heic, 'photo.heic', 'image/heic')
    const [preview, thumbnail] = [
      await get(versionId, 'preview'),
      await get(versionId, 'thumbnail'),
    ]
    expect([sizeOf(preview.bytes), sizeOf(thumbnail.bytes)]).toEqual([
      [64, 48],
      [64, 48],
    ])
    const { tools } = setup.deps
    const without: Deps = {
      ...setup.deps,
      tools: {
        ...tools,
        find: (tool) => (tool === 'heif-convert' ? undefined : tools.find(tool)),
      },
    }
    const other = await render(heic, 'photo.heic', 'image/heic', without)
    expect(await renditions(other.versionId)).toMatchObject([
      { kind: 'preview', status: 'TOOL_MISSING', reason: 'heif-convert' },
      { kind: 'thumbnail', status: 'TOOL_MISSING' },
      { kind: 'text', status: 'UNSUPPORTED' },
    ])
    const cut = await render(heic.subarray(0, 500), 'cut.heic', 'image/heic')
    expect(await renditions(cut.versionId)).toMatchObject([
      { kind: 'preview', status: 'FAILED' },
      { kind: 'thumbnail', status: 'FAILED' },
      { kind: 'text', status: 'UNSUPPORTED' },
    ])
  })

  it('[DMS-16] that unpacks to gigabytes is shown to nobody', async () => {
    const bomb = makePng(60_000, 60_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    const { versionId } = await render(bomb, 'a.png', 'image/png')

    expect(await renditions(versionId)).toMatchObject([
      { kind: 'preview', status: 'FAILED' },
      { kind: 'thumbnail', status: 'FAILED' },
      { kind: 'text', status: 'UNSUPPORTED' },
    ])
    expect((await get(versionId, 'preview')).status).toBe(409)
  })

  it('[DMS-16] that is a list of other files is not followed', async () => {
    const playlist = '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'
    const png = Buffer.concat([makePng(1, 1).subarray(0, 33), Buffer.from(playlist)])
    const { versionId } = await render(png, 'a.png', 'image/png')
    expect(await renditions(versionId)).toMatchObject([
      {},
      { kind: 'thumbnail', status: 'FAILED' },
      {},
    ])
  })

  it('[DMS-16] that is a script as well is served as the picture drawn of it', async () => {
    const polyglot = Buffer.concat([makePng(40, 40), Buffer.from('<script>alert(1)</script>')])
    const { versionId } = await render(polyglot, 'a.html', 'text/html')

    const { bytes, headers } = await get(versionId, 'thumbnail')

    expect(headers['content-type']).toBe('image/png')
    expect(bytes.includes('<script>')).toBe(false)
  })
})

describe('a film', () => {
  it('[DMS-16] has a frame of it as thumbnail', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'film-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'a.mp4')
    const source = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=640x360:rate=5']
    const args = ['-loglevel', 'error', ...source, '-c:v', 'mpeg4', path]
    await promisify(execFile)(setup.deps.tools.find('ffmpeg') ?? '', args)
    const { versionId } = await render(await readFile(path), 'a.mp4', 'video/mp4')

    const { status, bytes } = await get(versionId, 'thumbnail')

    expect([status, sizeOf(bytes)]).toEqual([200, [320, 180]])
  })
})

// LibreOffice takes seconds to start, and many of them on a busy machine.
describe('an Office file', () => {
  it('[DMS-16] is shown as PDF, with thumbnail and text', async () => {
    const docx = await makeDocx({ texts: ['Purchase agreement', '采购合同'] })
    const { versionId } = await render(docx, 'a.docx', DOCX)

    const shown = await get(versionId, 'preview')

    expect(shown.status).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename=a.docx.pdf',
    })
    expect(shown.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(isPng((await get(versionId, 'thumbnail')).bytes)).toBe(true)
    expect((await get(versionId, 'text')).bytes.toString()).toContain('采购合同')
  })

  it.each([
    ['cut off from the network', {}],
    // Where the system has no network spaces, the settings alone must do.
    ['with a network', { prefix: [], hasNoNetwork: false }],
  ])('[DMS-16] never fetches what it links to, %s', async (_, isolation) => {
    const { tools } = setup.deps
    const isolated = { ...(await tools.isolation()), ...isolation }
    const deps = { ...setup.deps, tools: { ...tools, isolation: () => Promise.resolve(isolated) } }
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(makePng(20, 20))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const folder = await mkdtemp(join(tmpdir(), 'secret-'))
    onTestFinished(async () => {
      await rm(folder, { recursive: true })
      await new Promise((resolve) => server.close(resolve))
    })
    const secret = join(folder, 'secret.txt')
    await writeFile(secret, 'the secret of this machine')
    const picture = join(folder, 'secret.png')
    await writeFile(picture, makePng(20, 20))
    const { port } = server.address() as AddressInfo
    const link = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" TargetMode="External" Target="${target}" Type="http://schemas.` +
      `openxmlformats.org/officeDocument/2006/relationships/${type}"/>`
    const docx = await makeDocx({
      body: `${linkedPicture('far')}${linkedPicture('near')}<w:p><w:r><w:t>body</w:t></w:r></w:p>`,
      links:
        link('far', 'image', `http://127.0.0.1:${port}/picture.png`) +
        link('near', 'image', pathToFileURL(picture).href) +
        link('frame', 'attachedTemplate', `http://127.0.0.1:${port}/template.dotm`),
    })
    // A section of an OpenDocument file is the text of another file.
    const section = (name: string, href: string) =>
      `<text:section text:name="${name}"><text:section-source xlink:href="${href}"/></text:section>`
    const odt = await makeZip({
      mimetype: ODT,
      'META-INF/manifest.xml':
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">' +
        `<manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT}"/>` +
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>' +
        '</manifest:manifest>',
      'content.xml':
        '<office:document-content xmlns:xlink="http://www.w3.org/1999/xlink" ' +
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ' +
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">' +
        '<office:body><office:text><text:p>body</text:p>' +
        section('near', pathToFileURL(secret).href) +
        section('far', `http://127.0.0.1:${port}/section.txt`) +
        '</office:text></office:body></office:document-content>',
    })

    for (const [file, name, type] of [
      [docx, 'a.docx', DOCX],
      [odt, 'a.odt', ODT],
    ] as const) {
      const { versionId } = await render(file, name, type, deps)
      const pdf = (await get(versionId, 'preview')).bytes
      const again = await render(pdf, 'printed.pdf', 'application/pdf')
      const printed = (await get(again.versionId, 'text')).bytes.toString()
      expect([name, printed.includes('body')]).toEqual([name, true])
      expect([name, printed.includes('secret of this machine')]).toEqual([name, false])
      expect([name, pdf.includes('/Subtype/Image')]).toEqual([name, false])
    }
    expect(asked).toEqual([])
  })
})

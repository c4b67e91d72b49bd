import { join } from 'node:path'
import { setImmediate as letOthers } from 'node:timers/promises'
import { Problem } from '@countersign/service-kit/problem'
import { inTransaction } from '@countersign/service-kit/transaction'
import { confirmDerived } from '../../content/derived-queries.ts'
import { fetchFile } from '../../content/fetch-file.ts'
import { DerivedTooLarge, storeDerived, type Stored } from '../../content/store-derived.ts'
import { findVersionOfObject, type VersionRow } from '../../content/version-queries.ts'
import { inDirectory } from '../../content/work-directory.ts'
import type { Rendition, Renditions } from '../../conversion/make.ts'
import { ToolFailed } from '../../conversion/run-tool.ts'
import { hasReader, TOOLS } from '../../conversion/tools.ts'
import { classifyFile, type FileKind } from '../../core/file-kind.ts'
import { mayShowInline } from '../../core/media-type.ts'
import { readTerms } from '../../core/search-terms.ts'
import type { Deps } from '../../deps.ts'
import { keepLease, LEASE_SECONDS } from '../../keep-lease.ts'
import { StorageUnavailable } from '../../storage/object-store.ts'
import { lockDocumentsOfObject, refreshTerms } from '../documents/term-queries.ts'
import {
  endJob,
  leaseJob,
  type NewRendition,
  postponeJob,
  type RenditionJob,
  replaceRenditions,
  requeueForTools,
  storeText,
} from './queries.ts'

// A file that takes the whole process down is tried again, but not for ever.
const MAX_ATTEMPTS = 4
const STORAGE_PAUSE_SECONDS = 30
const MIB = 1024 * 1024
const TEXT_BYTES = 4 * MIB
const MAX_BYTES = {
  pdf: 256 * MIB,
  image: 256 * MIB,
  office: 128 * MIB,
  video: 1024 * MIB,
} as const

/** Makes the previews of one object; answers how many objects there were. */
export async function renderDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  const job = await leaseJob(deps.db, LEASE_SECONDS, deps.scanner !== undefined)
  if (job === undefined) return 0
  try {
    if (job.attempts > MAX_ATTEMPTS) await record(deps, job, allFailed('tried too often'), {})
    else await keepLease(deps.log, renewOf(deps, job), () => render(deps, job, signal))
  } catch (error) {
    const isOver = signal?.aborted === true
    const isElsewhere = isOver || isStorageFault(error)
    const { objectId, attempts } = job
    deps.log.warn({ err: error, objectId, attempts }, 'preview not made yet')
    const pauseSeconds = isOver ? 0 : isElsewhere ? STORAGE_PAUSE_SECONDS : 2 ** attempts
    await postponeJob(deps.db, job, pauseSeconds, !isElsewhere)
  }
  return 1
}

const renewOf = (deps: Deps, job: RenditionJob) => (seconds: number) =>
  postponeJob(deps.db, job, seconds, true)

/** Puts jobs back that waited for a tool which has been installed since. */
export async function requeueInstalled(deps: Deps): Promise<number> {
  const present: string[] = TOOLS.filter((tool) => deps.tools.find(tool) !== undefined)
  const { isEnough } = await deps.tools.isolation()
  return requeueForTools(deps.db, isEnough ? [...present, 'isolation'] : present)
}

const isStorageFault = (error: unknown) =>
  error instanceof StorageUnavailable || (error instanceof Problem && error.status === 503)

async function render(deps: Deps, job: RenditionJob, signal: AbortSignal | undefined) {
  const version = await findVersionOfObject(deps.db, job.tenantId, job.objectId)
  // Purged since it was taken: its job went along.
  if (version === undefined) return
  const kind = classifyFile(version.contentType, version.fileName)
  const limitBytes = kind.kind === 'text' || kind.kind === 'other' ? Infinity : MAX_BYTES[kind.kind]
  if (version.sizeBytes > limitBytes) {
    return record(deps, job, allFailed('the file is too large for a preview'), {})
  }
  await inDirectory(async (directory) => {
    const made = await make(deps, version, kind, directory, signal)
    const stored = {
      preview: await store(deps, version, made.preview),
      thumbnail: await store(deps, version, made.thumbnail),
    }
    await record(deps, job, made, stored)
  })
}

async function make(
  deps: Deps,
  version: VersionRow,
  kind: FileKind,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<Renditions> {
  const path = join(directory, 'source')
  // What nothing can read is not brought here, where it may be memory: each tool then says that it is missing.
  if (kind.kind !== 'other' && (await hasReader(deps.tools, kind))) {
    await fetchFile(deps, version, path, kind.kind === 'text' ? TEXT_BYTES : undefined)
  }
  const { contentType } = version
  const showsItself = mayShowInline(contentType)
  const workshop = { tools: deps.tools, directory, signal }
  // With the readers of office files, which a process without a preview to make never needs.
  const { makeRenditions } = await import('../../conversion/make.ts')
  return makeRenditions(workshop, path, kind, showsItself, contentType)
}

async function store(deps: Deps, version: VersionRow, rendition: Rendition) {
  if (rendition.status !== 'READY' || rendition.path === undefined) return undefined
  try {
    return await storeDerived(deps, version, rendition.path)
  } catch (error) {
    if (error instanceof DerivedTooLarge) return new ToolFailed(error.message)
    throw error
  }
}

interface StoredParts {
  readonly preview?: Stored | ToolFailed | undefined
  readonly thumbnail?: Stored | ToolFailed | undefined
}

async function record(
  deps: Deps,
  job: RenditionJob,
  made: Renditions,
  stored: StoredParts,
): Promise<void> {
  const { tenantId, objectId } = job
  const terms = 'body' in made.text ? await allTermsOf(made.text.body) : []
  await inTransaction(deps.db, async (tx) => {
    // First, as everybody does who changes a document.
    const documentIds = await lockDocumentsOfObject(tx, tenantId, objectId)
    if (!(await endJob(tx, job))) return
    for (const part of [stored.preview, stored.thumbnail]) {
      if (part === undefined || part instanceof ToolFailed) continue
      await confirmDerived(tx, tenantId, part.object, part.key)
    }
    const rows = [
      toRow('preview', made.preview, stored.preview),
      toRow('thumbnail', made.thumbnail, stored.thumbnail),
      textRow(made.text),
    ]
    await replaceRenditions(tx, job, rows, deps.now())
    if (!('body' in made.text)) return
    const { body, isTruncated } = made.text
    await storeText(tx, job, { body, isTruncated, terms })
    await refreshTerms(tx, tenantId, documentIds)
  })
}

async function allTermsOf(text: string): Promise<readonly string[]> {
  const reading = readTerms(text)
  for (;;) {
    const { done, value } = reading.next()
    if (done === true) return value
    await letOthers()
  }
}

const nothing = {
  reason: null,
  storedId: null,
  contentType: null,
  sizeBytes: null,
  sha256: null,
  pageCount: null,
} as const

function toRow(
  kind: 'preview' | 'thumbnail',
  made: Rendition,
  stored: Stored | ToolFailed | undefined,
): NewRendition {
  if (stored instanceof ToolFailed) {
    return { ...nothing, kind, status: 'FAILED', reason: stored.message }
  }
  if (made.status !== 'READY') return { ...nothing, kind, ...made }
  const { contentType, pageCount } = made
  const ready = { ...nothing, kind, status: 'READY', contentType } as const
  return {
    ...ready,
    pageCount: pageCount ?? null,
    ...(stored === undefined
      ? {}
      : {
          storedId: stored.object.id,
          sizeBytes: stored.object.sizeBytes,
          sha256: stored.object.sha256,
        }),
  }
}

function textRow(made: Renditions['text']): NewRendition {
  if (!('body' in made)) return { ...nothing, kind: 'text', ...made }
  const contentType = 'text/plain'
  return { ...nothing, kind: 'text', status: 'READY', contentType }
}

function allFailed(reason: string): Renditions {
  const failed = { status: 'FAILED', reason } as const
  return { preview: failed, thumbnail: failed, text: failed }
}

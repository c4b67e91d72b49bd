import { useSyncExternalStore } from 'react'
import { uploadFile, type Destination } from '../../../shared/upload-file.ts'

export interface Upload {
  readonly id: number
  readonly file: File
  readonly destination: Destination
  /** Told when it is complete, whichever page is open by then. */
  readonly onDone: () => void
  readonly sentBytes: number
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'
  readonly error?: unknown
}

const atOnce = 2
/** How long it is said that a file has arrived. */
const shownMs = 8_000

/**
 * Uploads outlive the page they were begun on: whoever looks at another document meanwhile loses
 * nothing. So they are kept beside React.
 */
let uploads: readonly Upload[] = []
let nextId = 1
const aborts = new Map<number, AbortController>()
const listeners = new Set<() => void>()

function update(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

const change = (id: number, part: Partial<Upload>) =>
  update(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))

export function startUploads(
  files: readonly File[],
  destination: Destination,
  onDone: () => void = () => undefined,
): void {
  const added = files.map((file): Upload => {
    const id = nextId
    nextId += 1
    return { id, file, destination, onDone, sentBytes: 0, state: 'waiting' }
  })
  update([...uploads, ...added])
  sendNext()
}

/** Goes on with an upload that failed, from where it stands. */
export function retryUpload(id: number): void {
  change(id, { state: 'waiting', error: undefined })
  sendNext()
}

export function cancelUpload(id: number): void {
  aborts.get(id)?.abort()
  change(id, { state: 'cancelled' })
  sendNext()
}

export function forgetFinished(): void {
  update(uploads.filter(({ state }) => state === 'sending' || state === 'waiting'))
}

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  )
}

function sendNext(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length
  const next = uploads.filter(({ state }) => state === 'waiting').slice(0, atOnce - sending)
  for (const upload of next) void send(upload)
}

async function send({ id, file, destination, onDone }: Upload): Promise<void> {
  const abort = new AbortController()
  aborts.set(id, abort)
  change(id, { state: 'sending' })
  try {
    const onProgress = (sentBytes: number) => change(id, { sentBytes })
    await uploadFile(file, destination, onProgress, abort.signal)
    change(id, { state: 'done', sentBytes: file.size })
    onDone()
    setTimeout(() => update(uploads.filter((upload) => upload.id !== id)), shownMs)
  } catch (error) {
    if (!abort.signal.aborted) change(id, { state: 'failed', error })
  } finally {
    aborts.delete(id)
    sendNext()
  }
}

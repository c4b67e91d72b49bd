import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { makeEvent } from './fixtures/events.ts'
import { readRecording, record } from './recording.ts'

let file: string

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-recording-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  file = join(folder, 'seen.jsonl')
})

it('keeps events byte for byte, in the order in which they came, each once', async () => {
  const [first, second] = [makeEvent(1), makeEvent(2)]
  // Spaces would not survive a second writing, and what is signed is bytes.
  const bodies = [JSON.stringify(second, null, 2), JSON.stringify(first)]
  for (const body of [...bodies, ...bodies]) await record(file, body)
  expect(await readRecording(file)).toEqual([
    { event: second, body: bodies[0] },
    { event: first, body: bodies[1] },
  ])
  const [line = ''] = (await readFile(file, 'utf8')).split('\n')
  expect(JSON.parse(line)).toEqual({
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    body: bodies[0],
  })
})

it('passes over lines with nothing in them', async () => {
  await record(file, JSON.stringify(makeEvent(1)))
  const lines = await readFile(file, 'utf8')
  await writeFile(file, `\n  \n${lines}\n`)
  expect(await readRecording(file)).toHaveLength(1)
})

it.each([
  '{',
  'null',
  '{}',
  JSON.stringify({ body: 7 }),
  JSON.stringify({ body: ['{}'] }),
  JSON.stringify({ body: '{' }),
  JSON.stringify({ body: '{"eventId":"x"}' }),
])('names the line that holds no event: %s', async (line) => {
  await record(file, JSON.stringify(makeEvent(1)))
  await writeFile(file, `${await readFile(file, 'utf8')}${line}\n`)
  await expect(readRecording(file)).rejects.toThrow(`${file}:2 holds no event`)
})

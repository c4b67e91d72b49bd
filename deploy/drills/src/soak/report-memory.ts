// Loaded before a service (`--import`): on SIGUSR2 collects garbage and writes what is left, so that a heap that grows is told from one
// that nobody has cleaned up. In $SOAK_FOLDER/<process id>.json.
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const folder = process.env['SOAK_FOLDER']
if (isMainThread && folder !== undefined) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const file = `${folder}/${process.pid}.json`
  process.on('SIGUSR2', () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    const resources = process.getActiveResourcesInfo().length
    writeFileSync(`${file}.new`, JSON.stringify({ heapUsed, external, resources }))
    renameSync(`${file}.new`, file)
  })
}

import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Loaded before a program whose modules somebody wants to know: writes them to a file when it ends.
const modules = new Set<string>()
registerHooks({
  load: (url, context, next) => {
    modules.add(url)
    return next(url, context)
  },
})
process.on('exit', () => {
  writeFileSync(process.env['MODULES_FILE'] ?? '', [...modules].join('\n'))
})

import { writeGenerated } from './generated.ts'

const root = new URL('../../../', import.meta.url)

for (const path of await writeGenerated(root)) console.log(path)

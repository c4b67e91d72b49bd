import { writeFile } from 'node:fs/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterApproval } from './guard.ts'

// An agent was asked to pay money back, and its tool to do so is dangerous: it goes on only after two
// people approved, and leaves the signed record of that beside what it did.
//
//   node main.ts <order> <amount> npx @countersign/mcp stdio --platform <url> --client <id>

const [order, amountText, command, ...args] = process.argv.slice(2)
const amount = Number(amountText)
if (order === undefined || command === undefined || !/^[\w-]{1,60}$/.test(order) || !(amount > 0)) {
  throw new Error('usage: node main.ts <order> <amount> <command of the MCP server…>')
}
const platformUrl = args[args.indexOf('--platform') + 1] ?? 'http://localhost:8080'

const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  ),
)
const client = new Client({ name: 'refund-agent', version: '0.1.0' })
await client.connect(new StdioClientTransport({ command, args, env }))
try {
  const done = await afterApproval(
    { client, platformUrl, approvers: 2 },
    {
      bizType: process.env['BIZ_TYPE'] ?? 'refund',
      bizId: order,
      title: `Refund of order ${order}`,
      variables: { amount, reason: 'The parcel never came' },
      // The order's own: an agent that dies and comes back finds the approval that it started.
      idempotencyKey: `refund-${order}`,
    },
    refund,
  )
  console.log(done)
} finally {
  await client.close()
}

/**
 * Pays the money back. The file stands for the payment provider, and the approval's id for its
 * idempotency key: one approval is good for one refund, however often the agent runs.
 */
async function refund(approvalId: string, record: string): Promise<string> {
  await writeFile(`refund-${order}.jose`, record)
  const paid = JSON.stringify({ order, amount, approvalId })
  try {
    await writeFile(`refund-${approvalId}.json`, paid, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return `order ${order} was refunded before`
  }
  return `order ${order} is refunded`
}

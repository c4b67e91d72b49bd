import type { FastifyInstance } from 'fastify'

/** For people who open the address in a browser: what this is and what it answers. */
export function registerPage(app: FastifyInstance): void {
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send(page),
  )
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Expenses</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 1.5rem }
th, td { text-align: left; vertical-align: top; padding: .3rem 1rem .3rem 0 }
</style>
</head>
<body>
<main>
<h1>Expenses</h1>
<p>A sample business application. It keeps expenses in a database of its own and has them approved by the platform. <span lang="zh-CN">示例业务应用:费用数据保存在自己的数据库中,由平台完成审批。</span></p>
<table>
<caption>What it answers, with the token of a user</caption>
<thead><tr><th scope="col">Request</th><th scope="col">What</th></tr></thead>
<tbody>
<tr><td><code>POST /api/expenses</code></td><td>create one and start its approval</td></tr>
<tr><td><code>GET /api/expenses</code></td><td>mine, or all with <code>expense:read</code></td></tr>
<tr><td><code>GET /api/expenses/{id}</code></td><td>one of them</td></tr>
<tr><td><code>POST /api/expenses/{id}/submit</code></td><td>start the approval again after a lost answer</td></tr>
<tr><td><code>POST /api/expenses/{id}/resubmit</code></td><td>correct a returned one and send it on</td></tr>
<tr><td><code>GET /api/expenses/{id}/events</code></td><td>what the workflow service told us about it</td></tr>
</tbody>
</table>
</main>
</body>
</html>
`

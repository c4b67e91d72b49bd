interface Cookie {
  readonly value: string
  readonly path: string
}

export interface Visit {
  readonly status: number
  readonly url: string
  readonly headers: Headers
  readonly text: string
  /** Absolute address of a redirect. */
  readonly location: string | undefined
}

/** As much of a browser as a sign-in needs: cookies by path, forms, redirects one at a time. */
export class Browser {
  readonly #cookies = new Map<string, Cookie>()

  get(url: string, headers: Record<string, string> = {}): Promise<Visit> {
    return this.#send(url, { method: 'GET', headers })
  }

  post(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Visit> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  /** Follows redirects until there is none or one leaves for `stopAt`. */
  async follow(visit: Visit, stopAt: string, headers: Record<string, string> = {}): Promise<Visit> {
    let current = visit
    for (
      let hops = 0;
      current.location !== undefined && !current.location.startsWith(stopAt);
      hops++
    ) {
      if (hops > 10) throw new Error('too many redirects')
      current = await this.get(current.location, headers)
    }
    return current
  }

  /** Another browser with the same cookies: as an attacker plants them, or steals them. */
  copy(): Browser {
    const other = new Browser()
    for (const [name, cookie] of this.#cookies) other.#cookies.set(name, cookie)
    return other
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()]
  }

  /** Sends the form of a page with its hidden fields and what a person adds. */
  submit(
    page: Visit,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Visit> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1]
    if (action === undefined)
      throw new Error(`no form on ${page.url} (${page.status}): ${page.text}`)
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
    const values = hidden.map(([, name = '', value = '']): [string, string] => [
      name,
      unescape(value),
    ])
    return this.post(
      new URL(action, page.url).href,
      { ...Object.fromEntries(values), ...fields },
      headers,
    )
  }

  async #send(
    url: string,
    init: { method: string; body?: URLSearchParams; headers: Record<string, string> },
  ): Promise<Visit> {
    const { pathname } = new URL(url)
    const cookies = [...this.#cookies]
      .filter(
        ([, { path }]) => path === '/' || pathname === path || pathname.startsWith(`${path}/`),
      )
      .map(([name, { value }]) => `${name}=${value}`)
    const headers = {
      ...init.headers,
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#store(line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      url,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    }
  }

  #store(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const cut = pair.indexOf('=')
    const attribute = (name: string) =>
      attributes.find((entry) => entry.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
    const expires = attribute('expires')
    const gone =
      attribute('max-age') === '0' || (expires !== undefined && new Date(expires) < new Date())
    if (gone) this.#cookies.delete(pair.slice(0, cut))
    else
      this.#cookies.set(pair.slice(0, cut), {
        value: pair.slice(cut + 1),
        path: attribute('path') ?? '/',
      })
  }
}

const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

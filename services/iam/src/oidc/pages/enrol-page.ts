import { markup, toDocument, type Html } from './html.ts'
import { noPasskeys } from './passkey-form.ts'
import { hiddenFields, type PageContext } from './page.ts'

/** Lets somebody set up the second factor that is demanded of them: codes, or a passkey. */
export async function enrolPage(
  context: PageContext,
  options: {
    /** Left out where codes will not do. */
    readonly totp: { readonly secret: string; readonly uri: string } | undefined
    /** The options for navigator.credentials.create, as JSON. */
    readonly creation: string
    readonly error?: string | undefined
  },
): Promise<string> {
  const { texts, language } = context
  const { totp, creation, error } = options
  const body = markup`
<p>${texts.enrolWhy(context.client ?? '')}</p>
${error === undefined ? undefined : markup`<p class="error" role="alert" id="error">${error}</p>`}
${totp === undefined ? undefined : await totpForm(context, totp, error !== undefined)}
${passkeyPart(context, creation, totp !== undefined)}`
  const { brand, here } = context
  return toDocument({ language, title: texts.enrol, body, brand, here })
}

async function totpForm(
  context: PageContext,
  { secret, uri }: { readonly secret: string; readonly uri: string },
  hasError: boolean,
): Promise<Html> {
  const { texts } = context
  const described = hasError ? markup` aria-describedby="error"` : undefined
  return markup`<h2>${texts.enrolTotp}</h2>
<p class="soft">${texts.enrolTotpHow}</p>
${await drawQrCode(uri, texts.qrCode)}
<p class="soft">${texts.enrolByHand}<br><code class="secret">${secret.match(/.{1,4}/g)?.join(' ') ?? secret}</code></p>
<p><a href="${uri}">${texts.enrolHere}</a></p>
<form method="post" action="/signin/factor/totp">
${hiddenFields(context)}
<label for="code">${texts.enrolCode}</label>
<input type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" spellcheck="false" required maxlength="10"${described}>
<button type="submit">${texts.confirm}</button>
</form>`
}

/** Unseen until the script of the pages finds support; where it finds none it says so. */
const passkeyPart = (context: PageContext, creation: string, isOther: boolean): Html => markup`
<form id="new-passkey" action="/signin/factor/passkey" method="post" data-options="${creation}" hidden>
${isOther ? markup`<p class="or"><span>${context.texts.or}</span></p>` : undefined}
<h2>${context.texts.enrolPasskey}</h2>
<p class="soft">${context.texts.enrolPasskeyHow}</p>
${hiddenFields(context)}
<input type="hidden" name="credential" value="">
<button type="submit"${isOther ? markup` class="plain"` : undefined}>${context.texts.makePasskey}</button>
</form>
${isOther ? undefined : noPasskeys(context)}
<script src="/signin/passkey.js" defer></script>`

/** Codes for a lost device, shown once. */
export function recoveryPage(context: PageContext, codes: readonly string[]): string {
  const { texts, language } = context
  const body = markup`
<p>${texts.recoveryWhy}</p>
<ol class="codes">${codes.map((code) => markup`<li><code>${code}</code></li>`)}</ol>
<form method="post" action="/signin/factor">
${hiddenFields(context)}
<button type="submit">${texts.recoveryKept}</button>
</form>`
  return toDocument({ language, title: texts.recovery, body, brand: context.brand })
}

/** Dark on light in both schemes, with the four light squares around that cameras need. */
async function drawQrCode(text: string, label: string): Promise<Html> {
  const { encode } = await import('uqr')
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return markup`<svg class="qr" role="img" aria-label="${label}" width="208" height="208" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${squares.join('')}" fill="#000"/></svg>`
}

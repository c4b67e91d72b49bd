import { pageTokens } from '@countersign/service-kit/look'

/** The stylesheet of the sign-in pages: the look of the platform, with a tenant's colour over it. */
export const stylesheet = `${pageTokens}
:root { color-scheme: light dark; --fill: var(--accent); --fill-ink: var(--on-filled); }
* { box-sizing: border-box; }
html { font: 1rem/1.5 var(--font); }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; grid-template-columns: minmax(0, 26rem); padding: 1.5rem; color: var(--ink); background: var(--ground); }
main { padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-lg); box-shadow: var(--shadow); }
.brand { display: flex; align-items: center; gap: .75rem; min-height: 2.5rem; margin: 0 0 1.5rem; font-weight: 650; letter-spacing: .01em; overflow-wrap: anywhere; }
.brand img { max-width: 8rem; max-height: 2.5rem; object-fit: contain; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
.soft { color: var(--soft); }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input[type=text], input[type=password] {
  width: 100%; padding: .65rem .75rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--field); border-radius: var(--radius-md);
}
.secret { display: flex; align-items: stretch; gap: .5rem; }
.secret input { flex: 1; min-width: 0; }
button, .button {
  width: 100%; margin-top: 1.25rem; padding: .7rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--fill-ink); background: var(--fill); border: 1px solid var(--accent); border-radius: var(--radius-md);
}
button.show { width: auto; margin: 0; padding: .5rem .75rem; color: var(--ink); background: transparent; border-color: var(--field); }
button.show[aria-pressed=true] { background: var(--ground); }
[hidden] { display: none !important; }
.forgot { margin: .5rem 0 0; text-align: right; }
.forgot a { color: var(--accent); }
/* On the ground, which a colour of a tenant is not chosen for. */
.languages a { color: var(--soft); }
.languages { margin-top: 1rem; display: flex; justify-content: center; gap: 1.25rem; color: var(--soft); }
button.plain, .button.plain { color: var(--ink); background: transparent; border-color: var(--field); }
.choices button { margin-top: .5rem; text-align: left; color: var(--ink); background: transparent; border-color: var(--field); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { padding: .75rem 1rem; color: var(--bad); background: var(--bad-ground); border-radius: var(--radius-md); }
.button { display: block; text-align: center; text-decoration: none; overflow-wrap: anywhere; }
.providers .button { margin-top: .5rem; }
.or { display: flex; align-items: center; gap: .75rem; margin: 1.5rem 0 .75rem; color: var(--soft); }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
.back { margin: 1.25rem 0 0; text-align: center; }
p a { color: var(--accent); }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.125rem; line-height: 1.25; }
.qr { display: block; margin: 0 auto 1rem; border-radius: var(--radius-md); }
.secret { overflow-wrap: anywhere; }
.codes { margin: 0 0 1rem; padding-left: 1.75rem; line-height: 1.9; }
ul { margin: 0 0 1rem; padding-left: 1.25rem; }
`

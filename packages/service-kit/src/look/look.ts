// Generated from packages/repo-checks/src/look by `pnpm generate`; do not edit.

/** Custom properties of pages, by what the browser prefers. */
export const pageTokens = `
:root {
  --ink: #1c2230;
  --soft: #585d68;
  --line: #dedbd3;
  --field: #898a8f;
  --paper: #ffffff;
  --ground: #f6f4f0;
  --hover: #f8f6f3;
  --chosen: #e7edfc;
  --accent: #1f4fd8;
  --on-filled: #ffffff;
  --good: #1b6a3b;
  --bad: #a3161b;
  --bad-ground: #fdecec;
  --warn: #754b00;
  --seal: #b5382a;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e9ebf1;
    --soft: #aeb6c5;
    --line: #343b4a;
    --field: #77809a;
    --paper: #1a1f2a;
    --ground: #10131a;
    --hover: #212735;
    --chosen: #23304d;
    --accent: #8fb0ff;
    --on-filled: #0d1422;
    --good: #7fd6a0;
    --bad: #ffb3b3;
    --bad-ground: #3a1d20;
    --warn: #f0c674;
    --seal: #f2917f;
  }
}

@media (prefers-contrast: more) {
  :root {
    --ink: #000000;
    --soft: #2b303b;
    --line: #5c6270;
    --field: #1c2230;
    --paper: #ffffff;
    --ground: #ffffff;
    --hover: #eef0f4;
    --chosen: #dde6ff;
    --accent: #0b2f9c;
    --on-filled: #ffffff;
    --good: #0b4a25;
    --bad: #7d0d12;
    --bad-ground: #ffffff;
    --warn: #4f3200;
    --seal: #7a1d12;
  }
}

@media (prefers-color-scheme: dark) and (prefers-contrast: more) {
  :root {
    --ink: #ffffff;
    --soft: #dbe0ea;
    --line: #8a93a5;
    --field: #dbe0ea;
    --paper: #000000;
    --ground: #000000;
    --hover: #1b202b;
    --chosen: #17264d;
    --accent: #bdd0ff;
    --on-filled: #000000;
    --good: #a6ecc0;
    --bad: #ffcdcd;
    --bad-ground: #000000;
    --warn: #ffdf9e;
    --seal: #ffc2b5;
  }
}

:root {
  --text-xs: 0.75rem;
  --text-sm: 0.8125rem;
  --text-md: 0.875rem;
  --text-lg: 0.9375rem;
  --text-xl: 1.125rem;
  --text-2xl: 1.5rem;
  --space-xs: 0.25rem;
  --space-sm: 0.5rem;
  --space-md: 0.75rem;
  --space-lg: 1rem;
  --space-xl: 1.5rem;
  --radius-sm: 6px;
  --radius-md: 8px;
  --radius-lg: 12px;
  --shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 14%);
  --font:
    system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Hiragino Sans GB',
    'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC',
    'WenQuanYi Micro Hei', sans-serif;
}

:root:lang(zh) {
  --font:
    -apple-system, 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei UI', 'Microsoft YaHei',
    'Noto Sans CJK SC', 'Noto Sans SC', 'WenQuanYi Micro Hei', system-ui, sans-serif;
}
`

/** Grounds of the pages, by theme: what a tenant's colour has to be read on. */
export const papers = { light: '#ffffff', dark: '#1a1f2a' } as const

/** Mails know no custom properties, and many of those who show them no dark scheme. */
export const mailLook = {
  ink: '#1c2230',
  soft: '#585d68',
  line: '#dedbd3',
  fill: '#1f4fd8',
  onFilled: '#ffffff',
  font: `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'WenQuanYi Micro Hei', sans-serif`,
  chineseFont: `-apple-system, 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'WenQuanYi Micro Hei', system-ui, sans-serif`,
} as const

/** The mark of the platform, an SVG document. */
export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f4fd8"/><path d="M19.5 7A10.2 10.2 0 1 0 24.8 19.7M11 15.4l4.6 4.6L27 8" fill="none" stroke="#ffffff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>'

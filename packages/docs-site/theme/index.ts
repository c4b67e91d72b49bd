import DefaultTheme from 'vitepress/theme-without-fonts'
import type { Theme } from 'vitepress'
import { h } from 'vue'
import './style.css'
import { MainLandmark } from './main-landmark.ts'
import { VersionSwitcher } from './version-switcher.ts'

/** VitePress' own, with the fonts of the reader's system, and a switcher of versions. */
export const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'layout-bottom': () => h(MainLandmark),
      'nav-bar-content-after': () => h(VersionSwitcher),
      'nav-screen-content-after': () => h(VersionSwitcher),
    }),
}

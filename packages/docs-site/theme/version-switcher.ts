import { useData } from 'vitepress'
import { defineComponent, h } from 'vue'
import type { Versions } from '../src/config.ts'

/** Leads to the same documents of another version; each version is a site of its own. */
export const VersionSwitcher = defineComponent(() => {
  const { theme, lang } = useData<{ versions: Versions }>()
  const open = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) location.href = target.value
  }
  return () => {
    const { all, current } = theme.value.versions
    const label = lang.value === 'zh-CN' ? '版本' : 'Version'
    const options = all.map(({ name, address }) =>
      h('option', { value: address, selected: name === current }, name),
    )
    return h('select', { class: 'versions', 'aria-label': label, onChange: open }, options)
  }
})

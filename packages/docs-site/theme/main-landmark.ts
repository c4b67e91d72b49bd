import { useData } from 'vitepress'
import { defineComponent, onMounted, watch } from 'vue'

/** First pages have no `main` of their own, which readers of the screen jump to; others have. */
export const MainLandmark = defineComponent(() => {
  const { frontmatter } = useData()
  const mark = (): void => {
    const content = document.querySelector('#VPContent')
    if (frontmatter.value['layout'] === 'home') content?.setAttribute('role', 'main')
    else content?.removeAttribute('role')
  }
  onMounted(mark)
  watch(frontmatter, mark, { flush: 'post' })
  return () => null
})

/* oxlint-disable import/no-unassigned-import -- that it is read is all they are here for */
// As `libraries.ts`, and after it.
import '../theme/mantine.css'
import '@mantine/core'

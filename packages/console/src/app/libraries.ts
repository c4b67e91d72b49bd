/* oxlint-disable import/no-unassigned-import -- that it is read is all they are here for */
// Before what is made of them, for `start.ts`: all of it at once is a tenth of a second in which a phone answers nothing.
import 'react-dom/client'
import '@tanstack/react-query'
import '@tanstack/react-router'

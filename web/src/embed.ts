/** The page that other sites show in a frame. It is read-only, so clickjacking changes nothing. */

import { readSpot } from '$lib/routes'
import { mount } from 'svelte'
import './app.css'
import Viewer from './components/viewer/Viewer.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('embed.html has no #app')

// In a foreign frame the system's theme counts, not the one chosen on the full page.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = (): void => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', follow)
follow()

// Unchecked, as in the address: the server reports an invalid id.
const id = location.pathname.split('/')[2] ?? ''

export default mount(Viewer, { target, props: { id, spot: readSpot(location.search) } })

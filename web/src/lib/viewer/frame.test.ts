import { expect, test } from 'vitest'
import { paintOf } from '../svg-export'
import { frameOf } from './frame'

test('names cannot break out of the frame', () => {
  const text = frameOf('http://a/embed/1?lang=es&ply=3', 'Ana "><script>alert(1)</script> & Eva')
  expect(text).toContain('src="http://a/embed/1?lang=es&amp;ply=3"')
  expect(text).toContain('title="Ana &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Eva"')
  expect(text.match(/[<>]/g)).toHaveLength(4)
})

test.each([
  ['rgb(242, 230, 205)', '#f2e6cd', 1],
  ['rgba(226, 178, 62, 0.5)', '#e2b23e', 0.5],
  ['none', 'none', 1],
  ['url("#c1-check")', 'url(#c1-check)', 1],
])('the paint %s', (computed, paint, opacity) => {
  expect(paintOf(computed)).toEqual({ paint, opacity })
})

import { expect, test } from 'vitest'
import { pruneCss } from './prune-css.ts'

const html = '<main class="page_1 wide_1"><p class="note_2">a</p></main>'

test.each([
  ['a class of the page stays, another goes', '.page_1{a:b}.other_1{a:b}', '.page_1{a:b}'],
  [
    'all classes of a selector must occur',
    '.page_1 .other_1{a:b}.page_1.wide_1{a:b}',
    '.page_1.wide_1{a:b}',
  ],
  ['a list of selectors loses the unused ones', '.page_1,.other_1{a:b}', '.page_1{a:b}'],
  ['an element must occur', 'main{a:b}table td{a:b}', 'main{a:b}'],
  [
    'a condition in brackets does not count',
    '.page_1:not(.other_1,table){a:b}',
    '.page_1:not(.other_1,table){a:b}',
  ],
  [
    'a media rule without rules goes',
    '@media (a:b){.other_1{a:b}}@media (a:b){p{a:b}}',
    '@media (a:b){p{a:b}}',
  ],
  ['rules for paper follow later', '@media print{p{a:b}}p{c:d}', 'p{c:d}'],
  [
    'an unused animation goes',
    '@keyframes spin{to{a:b}}@keyframes fall{to{a:b}}p{animation:spin}',
    '@keyframes spin{to{a:b}}p{animation:spin}',
  ],
  [
    'properties that only unused ones use go',
    ':root{--a:1;--b:var(--a);--c:2}p{d:var(--c)}',
    ':root{--c:2}p{d:var(--c)}',
  ],
  ['braces in texts are no blocks', 'p:before{content:"}"}.other_1{a:b}', 'p:before{content:"}"}'],
])('%s', (_what, css, pruned) => {
  expect(pruneCss(css, html)).toBe(pruned)
})

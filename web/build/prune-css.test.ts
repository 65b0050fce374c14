import { expect, test } from 'vitest'
import { pruneCss } from './prune-css.ts'

const html = '<main class="page_1 wide_1"><p class="note_2">a</p></main>'

test.each([
  ['keeps a class of the page only', '.page_1{a:b}.other_1{a:b}', '.page_1{a:b}'],
  [
    'requires all classes of a selector',
    '.page_1 .other_1{a:b}.page_1.wide_1{a:b}',
    '.page_1.wide_1{a:b}',
  ],
  ['removes unused selectors of a list', '.page_1,.other_1{a:b}', '.page_1{a:b}'],
  ['requires the elements', 'main{a:b}table td{a:b}', 'main{a:b}'],
  [
    'ignores a condition in brackets',
    '.page_1:not(.other_1,table){a:b}',
    '.page_1:not(.other_1,table){a:b}',
  ],
  [
    'removes an empty media rule',
    '@media (a:b){.other_1{a:b}}@media (a:b){p{a:b}}',
    '@media (a:b){p{a:b}}',
  ],
  ['removes rules for print', '@media print{p{a:b}}p{c:d}', 'p{c:d}'],
  [
    'removes an unused animation',
    '@keyframes spin{to{a:b}}@keyframes fall{to{a:b}}p{animation:spin}',
    '@keyframes spin{to{a:b}}p{animation:spin}',
  ],
  [
    'removes properties that only unused ones use',
    ':root{--a:1;--b:var(--a);--c:2}p{d:var(--c)}',
    ':root{--c:2}p{d:var(--c)}',
  ],
  ['ignores braces in texts', 'p:before{content:"}"}.other_1{a:b}', 'p:before{content:"}"}'],
])('%s', (_what, css, pruned) => {
  expect(pruneCss(css, html)).toBe(pruned)
})

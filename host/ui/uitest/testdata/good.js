const answer = document.getElementById('answer');
document.getElementById('ask').addEventListener('click', () => setTimeout(() => answer.textContent = 'asked', 50));
addEventListener('keydown', e => { if (e.target.localName !== 'input') answer.textContent = 'pressed ' + (e.shiftKey ? 'shift ' : '') + e.key; });

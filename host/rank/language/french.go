package language

// french reports common French words that say nothing about a subject, without
// their marks, as far as they are neither English nor code.
func french(word string) bool {
	switch word {
	case "une", "cette", "notre", "votre", "leur", "leurs", "je", "ils", "elles", "nous", "vous", "lui", "moi", "toi",
		"qui", "que", "quoi", "quel", "quelle", "quels", "quelles", "mais", "donc", "comme", "quand", "lorsque", "parce",
		"puisque", "pourquoi", "avec", "dans", "chez", "vers", "depuis", "pendant", "avant", "apres", "jusque", "jusqu",
		"selon", "afin", "pas", "moins", "tres", "trop", "bien", "mieux", "aussi", "encore", "toujours", "jamais",
		"maintenant", "ensuite", "puis", "alors", "ici", "voila", "voici", "toute", "tous", "toutes", "rien", "quelque",
		"quelques", "choses", "autre", "autres", "memes", "peu", "beaucoup", "assez", "juste", "vraiment", "cela", "ceci",
		"celui", "celle", "ceux":
		return true
	case "sont", "suis", "sommes", "etes", "etait", "etaient", "sera", "serait", "etre", "avons", "avez", "avait",
		"avoir", "fait", "fais", "faire", "faites", "faut", "vais", "allez", "aller", "allons", "vont", "peux", "peut",
		"pouvez", "pouvons", "pouvoir", "pourrais", "pourrait", "pourriez", "veux", "veut", "voulez", "vouloir",
		"voudrais", "doit", "devez", "devrait", "sais", "sait", "savoir", "vois", "voir", "voit", "dis", "mets", "mettre",
		"prends", "prendre", "laisse", "laisser", "donne", "donner", "besoin", "aimerais", "manque", "fonctionne":
		return true
	case "bonjour", "bonsoir", "salut", "coucou", "merci", "mille", "remercie", "svp", "plait", "oui", "ouais",
		"daccord", "parfait", "parfaite", "impec", "genial", "bonne", "bonnes", "bons", "continuez", "continuer",
		"continuons", "poursuis", "poursuivre", "arrete", "arreter", "attends", "attendez", "reviens", "revenir", "retour",
		"annule", "annuler", "prochaine", "prochain", "suivant", "suivante", "etape", "etapes", "compris", "comprends",
		"entendu", "exactement", "vrai", "vraie", "desole", "desolee", "excusez", "dommage", "aime", "idee", "truc",
		"trucs", "travail", "boulot", "euh", "bah", "hein", "ouf", "oups", "zut", "punaise", "tiens", "wahou", "chapeau",
		"felicitations", "manger", "mange", "dejeuner", "dormir", "dormi", "vacances", "semaine", "hier", "matin", "midi",
		"heure", "heures", "tantot", "rapide", "lentement", "doucement", "croyais", "cru", "pensais", "disais", "dit",
		"voulais", "voulait", "attendais", "attendu", "esperais", "espere", "oublie", "oublier", "trompe", "trompee",
		"exprime", "explique", "confondu", "faute", "pis", "peine", "viens", "vient", "venir", "rentre", "sors", "arriver",
		"passons", "passer", "partir", "reprend", "reprends", "reprendre", "reprenons", "commencer", "finir", "terminer",
		"tombe", "tomber", "reste", "rester", "parle", "parler", "dites", "repete", "marcherait", "marchait", "ira",
		"irait", "contente", "heureux", "tranquille", "envie", "plaisir", "gentil", "gentille", "sympa", "mec", "gens",
		"copain", "personne", "certaine", "surement", "certainement", "probablement", "forcement", "plutot", "presque",
		"surtout", "enfin", "sinon", "dehors", "loin", "pareil", "vachement", "carrement", "journee", "soiree", "nuit",
		"demain", "aujourd", "hui", "bientot", "tard", "semble", "pense", "crois", "trouve", "vu", "essaie", "essaye",
		"fini", "probleme", "soucis", "souci", "fois":
		return true
	}
	return false
}
